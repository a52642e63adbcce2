/**
 * The words the demo's register is made of: substances, companies, places, roles.
 *
 * Substance names are generic; every company and every address is invented. How words become rows
 * is decided in `register.ts`.
 *
 * @module
 */

/** Generic names of substances in Korean, as the register writes them. */
export const INGREDIENTS: readonly string[] = [
  "아토르바스타틴칼슘삼수화물",
  "로수바스타틴칼슘",
  "로수바스타틴칼슘(미분화)",
  "암로디핀베실산염",
  "텔미사르탄",
  "올메사르탄메독소밀",
  "로사르탄칼륨",
  "칸데사르탄실렉세틸",
  "발사르탄",
  "에제티미브(미분화)",
  "메트포르민염산염",
  "글리메피리드",
  "시타글립틴인산염수화물",
  "다파글리플로진프로판디올수화물",
  "엠파글리플로진",
  "리나글립틴",
  "클로피도그렐황산수소염",
  "에독사반토실산염수화물(미분화)",
  "리바록사반(미분화)",
  "아픽사반",
  "레바미피드",
  "에스오메프라졸마그네슘이수화물",
  "라베프라졸나트륨",
  "판토프라졸나트륨세스키수화물",
  "파모티딘",
  "모사프리드시트르산염이수화물",
  "이토프리드염산염",
  "세파클러수화물",
  "세프트리악손나트륨수화물",
  "세페핌염산염수화물",
  "아목시실린수화물",
  "클래리트로마이신",
  "레보플록사신수화물",
  "아세트아미노펜",
  "이부프로펜",
  "덱시부프로펜",
  "록소프로펜나트륨수화물",
  "세레콕시브",
  "트라마돌염산염",
  "프레가발린",
  "가바펜틴",
  "토피라메이트",
  "레비티라세탐",
  "도네페질염산염수화물",
  "콜린알포세레이트",
  "아리피프라졸",
  "쿠에티아핀푸마르산염",
  "에스시탈로프람옥살산염",
  "플루옥세틴염산염",
  "둘록세틴염산염",
  "몬테루카스트나트륨",
  "레보세티리진염산염",
  "베포타스틴베실산염",
  "에르도스테인",
  "아세틸시스테인",
  "피나스테리드",
  "두타스테리드",
  "탐스로신염산염",
  "솔리페나신숙신산염",
  "타다라필",
  "실데나필시트르산염",
  "미녹시딜",
  "테르비나핀염산염",
  "이트라코나졸",
  "플루코나졸",
  "발라시클로비르염산염",
  "오셀타미비르인산염",
  "엔테카비르일수화물",
  "테노포비르디소프록실푸마르산염",
  "카페시타빈",
  "이마티닙메실산염",
  "젬시타빈염산염",
  "보르테조밉",
  "레날리도마이드",
  "타크로리무스수화물",
  "미코페놀레이트모페틸",
  "덱사메타손인산나트륨",
  "프레드니솔론",
  "리도카인염산염수화물",
  "로쿠로늄브롬화물",
  "아스코르브산",
  "콜레칼시페롤",
  "L-아르기닌염산염",
  "히알루론산나트륨",
  "인태반",
  "은행엽 건조엑스",
  "당귀·천궁·작약25%에탄올 연조엑스(3.5→1)",
  "포도씨 건조엑스",
];

/** Stems of invented applicants. */
export const STEMS: readonly string[] = [
  "가람누리",
  "솔빛고을",
  "다온샘",
  "해오름길",
  "미르하늘",
  "늘솔마루",
  "참빛고을",
  "도담뜰",
  "별무리내",
  "새솔터",
  "윤슬나루",
  "아라찬",
  "여울목",
  "온새미로",
  "하람봄",
  "비단여울",
  "물푸레골",
  "느티마당",
  "소담찬",
  "달무리못",
  "한울림터",
  "나래샘골",
  "버들못",
  "은가비",
  "초록나루",
  "두레박골",
  "샛별내",
  "예그린숲",
];

/** Lines of business that follow a stem. */
export const TRADES: readonly string[] = [
  "제약",
  "파마",
  "바이오",
  "케미칼",
  "메디켐",
  "약품",
  "생명과학",
  "인터내셔널",
];

/** Where the legal form stands and how it is written; `%` is the name. */
export const LEGAL_FORMS: readonly string[] = [
  "㈜%",
  "(주)%",
  "%(주)",
  "%주식회사",
  "주식회사%",
  "%",
];

/** First words of invented foreign manufacturers. */
export const MAKERS: readonly string[] = [
  "Aravind Ridge",
  "Bluefern",
  "Cavelo",
  "Dunmarrow",
  "Estermont",
  "Farrowdale",
  "Gokarnix",
  "Halvorsund",
  "Indravati Delta",
  "Jinquelin",
  "Kestrelle",
  "Lanyueshi",
  "Maravelle",
  "Nandoria",
  "Ostrevia",
  "Pellucida",
  "Quenmarsh",
  "Rivalenta",
  "Sahyamitra",
  "Tianmuhe",
  "Umbrion",
  "Vindhyasar",
  "Weixunhe",
  "Yarrowfield",
];

/** One country: how its firms and addresses look; `%n` is a number, `%q` a quote. */
export interface Land {
  readonly country: string;
  /** Share of the register's foreign sites. */
  readonly weight: number;
  readonly firms: readonly string[];
  readonly addresses: readonly string[];
}

/** Where the register's foreign sites lie. */
export const LANDS: readonly Land[] = [
  {
    country: "인도",
    weight: 40,
    firms: ["Laboratories Limited", "Life Sciences Private Limited", "Drugs & Chemicals Ltd."],
    addresses: [
      "Plot No. %n, %n & %n, GIDC Estate, Ankleshwar-393 002, Dist. Bharuch, Gujarat, India",
      "Sy. Nos. %n to %n, Gaddapotharam (V), Jinnaram (M), Sangareddy District, Telangana-502 319, India",
      "Unit-Ⅳ, Plot No. %n, Phase-Ⅲ, JN Pharma City, Parawada, Anakapalli District, Andhra Pradesh, India",
      "C-%n to C-%n, MIDC Industrial Area, Mahad, Dist. Raigad (M.S.)-402309, India",
    ],
  },
  {
    country: "중국",
    weight: 34,
    firms: ["Pharmaceutical Co., Ltd.", "Biotechnology Co.,Ltd", "Chemical Group Co., Ltd."],
    addresses: [
      "No. %n Weisan Road, Hangzhou Bay, Shangyu Development Area, Zhejiang Province, 3123%n, P.R. China",
      "No.%n Conba Avenue, Lanxi City, Zhejiang Province, China",
      "No. %n, Northwest corner of Jingzhong Road, Tangyin Hi-Tech Zone, Anyang, Henan, China",
      "No.%n Chaohu East Road, Hongze District, Huai%qan City, Jiangsu, China",
    ],
  },
  {
    country: "이탈리아",
    weight: 8,
    firms: ["S.p.A.", "Chimica S.r.l."],
    addresses: [
      "Via Bissone, %n, 20021, Baranzate (MI), Italy",
      "Via Filippo Turati %n, Fiorenzuola D%qArda, 29017, Italy",
    ],
  },
  {
    country: "스페인",
    weight: 5,
    firms: ["Química, S.A.", "Farma S.L."],
    addresses: ["Polígono Industrial Norte, Calle %n, 08389 Palafolls, Barcelona, Spain"],
  },
  {
    country: "일본",
    weight: 6,
    firms: ["Corporation", "Fine Chemicals Co., Ltd."],
    addresses: ["%n-%n, Kiyohara Kogyo Danchi, Utsunomiya-City, Tochigi Pref., Japan"],
  },
  {
    country: "독일",
    weight: 4,
    firms: ["GmbH & Co. KG", "Werke GmbH"],
    addresses: ["Nuernberger Strasse %n, 90537 Feucht, Germany"],
  },
  {
    country: "스위스",
    weight: 3,
    firms: ["SA", "AG"],
    addresses: ["Route du Simplon %n, 1902 Evionnaz, Switzerland"],
  },
];

/** Domestic addresses: the register shows them down to the city only. */
export const CITIES: readonly string[] = [
  "경기도 화성시",
  "경기도 안산시 단원구",
  "경기도 평택시",
  "경기도 시흥시",
  "충청남도 아산시",
  "충청북도 청주시 흥덕구",
  "전북특별자치도 완주군",
  "세종특별자치시",
  "인천광역시 남동구",
];

/** What a site does when it is not the maker of the whole substance. */
export const ROLES: readonly string[] = [
  "[조품 제조원 ①] ",
  "[조품 제조원] ",
  "[중간체(Crude base) 제조원] ",
  "[일부공정위탁제조(제조자)]",
  "[미분화공정] ",
];
