/**
 * The channel that drops alerts as JSON files into another folder, for whatever takes them there.
 *
 * @module
 */

import { alertName } from "../alert.ts";
import { describeFault, isForeseen } from "../fault_words.ts";
import { type Channel, failed } from "../notify/channel.ts";
import type { FileSettings } from "../notify/channel_settings.ts";
import { documentOf } from "../notify/message.ts";
import { diskFolder } from "./disk_folder.ts";

/** One file an alert, `<id>.json`, written once however often it is sent. */
export function dropChannel({ name, kinds, lang, folder }: FileSettings): Channel {
  const files = diskFolder(folder);
  return {
    name,
    kinds,
    lang,
    async send(message) {
      const file = `${alertName(message.id)}.json`;
      try {
        if (await files.read(file) === null) await files.write(file, documentOf(message));
        return { kind: "delivered" };
      } catch (fault) {
        if (isForeseen(fault) && fault.cause instanceof Deno.errors.NotCapable) {
          return failed({
            ko: `"notify.${name}.folder" 값은 "./drop" 폴더이거나 그 안이어야 합니다` +
              `(현재 값: "${folder}"). 다른 곳으로 보내려면 "./drop"을 그곳으로 연결하십시오.`,
            en: `"notify.${name}.folder" must be "./drop" or lie in it, found "${folder}"; ` +
              'to reach another place, make "./drop" a link to it',
          });
        }
        return failed(describeFault(fault));
      }
    },
  };
}
