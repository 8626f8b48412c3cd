/** The button that opens a file of boards. */

import { t } from "../../i18n/translate";
import type { Dispatch } from "../../state/state";

/** The same file may be opened twice, so that the field forgets it at once. */
export function FileButton({ id, dispatch }: { id?: string; dispatch: Dispatch }) {
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
          if (file) dispatch({ type: "parse requested", field: "paste", source: { file } });
          field.value = "";
        }}
      />
    </label>
  );
}
