/** The button that opens a file. */

import { t } from "../../i18n/translate";

interface Props {
  id?: string;
  onFile: (file: File) => void;
}

/** For a file of boards. The same file may be opened twice, so that the field forgets it at once. */
export function FileButton({ id, onFile }: Props) {
  return (
    <label class="quiet file">
      <span>{t("Open a file")}</span>
      <input
        id={id}
        type="file"
        class="unseen"
        accept=".pbn,.lin,.txt,text/plain"
        onChange={(event) => {
          const field = event.currentTarget;
          const file = field.files?.[0];
          if (file) onFile(file);
          field.value = "";
        }}
      />
    </label>
  );
}
