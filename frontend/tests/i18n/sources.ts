/** What the sources of the page say: every key, and every text that no catalogue is asked for. */

import { readdirSync, readFileSync } from "node:fs";

import ts from "typescript";

const SOURCES = "src";
/** The functions of translate.ts whose texts are keys, and how many of their arguments are. */
const KEYED: Readonly<Record<string, number>> = { t: 1, msg: 1, plural: 2 };
/** Attributes of JSX that are read or heard. */
const HEARD = ["aria-label", "title", "placeholder", "alt", "label", "legend", "spoken", "text"];
const WORD = /\p{L}{2}/u;

export interface Found {
  keys: Set<string>;
  /** Texts on the page that bypass the catalogues, each with its place. */
  bare: string[];
}

/** Read every source file. */
export function readSources(): Found {
  const found: Found = { keys: new Set(), bare: [] };
  for (const name of readdirSync(SOURCES, { recursive: true, encoding: "utf8" })) {
    if (!/\.tsx?$/.test(name)) continue;
    const text = readFileSync(`${SOURCES}/${name}`, "utf8");
    const source = ts.createSourceFile(name, text, ts.ScriptTarget.ES2022, true, ts.ScriptKind.TSX);
    walk(source, found);
  }
  return found;
}

function walk(node: ts.Node, found: Found): void {
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
    const texts = node.arguments.slice(0, KEYED[node.expression.text] ?? 0);
    for (const key of texts.flatMap(literalsIn)) found.keys.add(key);
  }
  const bare = bareText(node);
  if (bare !== null && WORD.test(bare)) found.bare.push(`${placeOf(node)}: ${bare.trim()}`);
  node.forEachChild((child) => walk(child, found));
}

/** The texts that an expression may come to, as far as they stand in it. */
function literalsIn(node: ts.Expression): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(literalsIn);
  if (ts.isParenthesizedExpression(node)) return literalsIn(node.expression);
  if (ts.isBinaryExpression(node)) return [node.left, node.right].flatMap(literalsIn);
  return [];
}

/** A text that is drawn or heard as it stands: between tags, or in an attribute. */
function bareText(node: ts.Node): string | null {
  if (ts.isJsxText(node)) return node.text;
  if (ts.isJsxExpression(node) && node.expression && !ts.isJsxAttribute(node.parent)) {
    return templateOrText(node.expression);
  }
  if (!ts.isJsxAttribute(node) || !HEARD.includes(node.name.getText())) return null;
  const value = node.initializer;
  if (value === undefined) return null;
  if (ts.isStringLiteral(value)) return value.text;
  return ts.isJsxExpression(value) && value.expression ? templateOrText(value.expression) : null;
}

function templateOrText(node: ts.Expression): string {
  if (ts.isConditionalExpression(node)) {
    return [node.whenTrue, node.whenFalse].map(templateOrText).join(" ");
  }
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return "";
  return [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join("");
}

function placeOf(node: ts.Node): string {
  const source = node.getSourceFile();
  const { line } = source.getLineAndCharacterOfPosition(node.getStart());
  return `${source.fileName}:${line + 1}`;
}
