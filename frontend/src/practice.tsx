/** Start the page of practice. */

import "./styles/practice.css";

import { render } from "preact";

import { setLanguage, t } from "./i18n/translate";

await setLanguage(document.documentElement.lang).catch(() => undefined);
render(<p>{t("Practice")}</p>, document.getElementById("practice")!);
