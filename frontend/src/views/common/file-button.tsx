/** The button that opens files. */

import { t } from "../../i18n/translate";

interface Props {
  id?: string;
  text?: string;
  /** The names and types of files that are offered. */
  accept?: string;
  multiple?: boolean;
  /** Called for each file chosen. */
  onFile: (file: File) => void;
}

const BOARDS = ".pbn,.lin,.txt,text/plain";

/** For files of boards, unless said otherwise. The same file may be opened twice, so that the field forgets it at once. */
export function FileButton({ id, text = t("Open a file"), accept = BOARDS, multiple = false, onFile }: Props) {
  return (
    <label class="quiet file">
      <span>{text}</span>
      <input
        id={id}
        type="file"
        class="unseen"
        accept={accept}
        multiple={multiple}
        onChange={(event) => {
          const field = event.currentTarget;
          for (const file of field.files ?? []) onFile(file);
          field.value = "";
        }}
      />
    </label>
  );
}
