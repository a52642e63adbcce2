"""What one would write in an afternoon: BeautifulSoup, pandas, openpyxl. Reads archived pages, writes a workbook."""

import glob
import gzip
import sys

import pandas as pd
from bs4 import BeautifulSoup

folder, output = sys.argv[1:3]
records = []
for path in glob.glob(folder + "/*.gz"):
    soup = BeautifulSoup(gzip.open(path, "rt", encoding="utf-8").read(), "lxml")
    table = soup.find("table", class_="tb_list")
    if table is None:
        continue
    headers = [th.get_text(strip=True) for th in table.find("thead").find_all("th")]
    for tr in table.find("tbody").find_all("tr", recursive=False):
        record = {}
        for header, td in zip(headers, tr.find_all("td", recursive=False)):
            label = td.find("span", class_="s-th")
            if label:
                label.extract()
            nested = td.find("table")
            if nested:
                record[header] = "\n".join(cell.get_text(strip=True) for cell in nested.find_all("td"))
            else:
                record[header] = td.get_text(strip=True)
        records.append(record)
frame = pd.DataFrame(records)
frame.to_excel(output, index=False, engine="openpyxl")
print(len(frame))
