/** The part of the page that saves and prints. */

export { runExport } from "../../export/export";
export { ExportChoices } from "./export-menu";
export { Handout } from "./handout";
