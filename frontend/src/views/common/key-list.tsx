/** A list of keys and what they do. */

import { t } from "../../i18n/translate";

interface Props {
  /** Keys with a space between them, and the message of what they do. */
  keys: readonly (readonly [string, string])[];
}

export function KeyList({ keys }: Props) {
  return (
    <dl>
      {keys.map(([names, what]) => (
        <div>
          <dt>
            {names.split(" ").map((key) => (
              <kbd>{key}</kbd>
            ))}
          </dt>
          <dd>{t(what)}</dd>
        </div>
      ))}
    </dl>
  );
}
