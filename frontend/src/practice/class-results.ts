/** What pupils made of the boards of a set, by their exported progress. */

import { t } from "../i18n/translate";
import { GRADE_NAMES } from "../insight/verdicts";
import type { Grade } from "../service/types";
import { type ClassSet, numbersOf, sourceOf } from "./class-set";
import { nameOfSource, type PlayedBoard } from "./played-board";
import { readProgress } from "./progress-file";
import { pointsLost, worstGrade } from "./statistics";

/** A file as it was opened. */
export interface PupilFile {
  name: string;
  text: string;
}

/** A board as a pupil bid it for the first time. */
export interface BoardResult {
  /** Null where the pupil had no call to make. */
  worst: Grade | null;
  mistakes: number;
  lost: number;
}

export interface PupilResults {
  pupil: string;
  /** In the order of the set; null where it was not played. */
  boards: readonly (BoardResult | null)[];
  played: number;
  mistakes: number;
  lost: number;
}

/** A file that could not be read. */
export interface UnreadPupil {
  pupil: string;
  fault: string;
}

/** The files with one more; the same file, opened again or under another name of its pupil, counts once. */
export function withFile(files: readonly PupilFile[], added: PupilFile): readonly PupilFile[] {
  const isSame = ({ name, text }: PupilFile) => text === added.text && pupilName(name) === pupilName(added.name);
  return files.some(isSame) ? files : [...files, added];
}

/** A row for each file, by name; equal names are numbered. */
export function resultsOf(set: ClassSet, files: readonly PupilFile[]): (PupilResults | UnreadPupil)[] {
  const names = files.map(({ name }) => pupilName(name));
  return files
    .map(({ text }, place) => {
      const pupil = numberedName(names, place);
      const read = readProgress(text);
      return "fault" in read ? { pupil, fault: read.fault } : resultsIn(set, pupil, read.progress.boards);
    })
    .sort((a, b) => a.pupil.localeCompare(b.pupil));
}

/** The name at a place, with a number from the second of its kind on: "Anna (2)". */
function numberedName(names: readonly string[], place: number): string {
  const name = names[place]!;
  const before = names.slice(0, place).filter((one) => one === name).length;
  return before === 0 ? name : `${name} (${before + 1})`;
}

/** The pupil's name in that of an exported file; the file's name where there is none. */
export function pupilName(file: string): string {
  const stem = file.replace(/\.json$/i, "").replace(/ ?\(\d+\)$/, "");
  return /^bridgeviz-(.+)-\d{4}-\d\d-\d\d$/.exec(stem)?.[1]?.replaceAll("-", " ") ?? file;
}

function resultsIn(set: ClassSet, pupil: string, played: readonly PlayedBoard[]): PupilResults {
  const boards = set.boards.map((code) => {
    const name = nameOfSource(sourceOf(code)!);
    const first = played.find(({ board, system }) => nameOfSource(board) === name && system === set.system);
    return first === undefined ? null : resultOfBoard(first);
  });
  const done = boards.filter((board) => board !== null);
  return {
    pupil,
    boards,
    played: done.length,
    mistakes: done.reduce((sum, { mistakes }) => sum + mistakes, 0),
    lost: done.reduce((sum, { lost }) => sum + lost, 0),
  };
}

function resultOfBoard(board: PlayedBoard): BoardResult {
  const mistakes = board.calls.filter(({ grade }) => grade === "mistake").length;
  return { worst: worstGrade(board), mistakes, lost: pointsLost(board) };
}

/** The table for a spreadsheet: two columns for each board, then the sums. */
export function resultsCsv(set: ClassSet, rows: readonly (PupilResults | UnreadPupil)[]): string {
  const head = [
    t("Pupil"),
    ...numbersOf(set).flatMap((number) => [
      t("Board {number}, worst grade", { number }),
      t("Board {number}, points lost", { number }),
    ]),
    t("Boards played"),
    t("Mistakes"),
    t("Points lost"),
    t("Could not be read"),
  ];
  const lines = [head, ...rows.map((row) => cellsOf(set, row))];
  // The mark at the beginning tells spreadsheets that it is UTF-8.
  return `\ufeff${lines.map((cells) => `${cells.map(csvCell).join(",")}\r\n`).join("")}`;
}

function cellsOf(set: ClassSet, row: PupilResults | UnreadPupil): string[] {
  if ("fault" in row) return [row.pupil, ...set.boards.flatMap(() => ["", ""]), "", "", "", row.fault];
  const cells = row.boards.flatMap((board) => {
    if (board === null) return ["", ""];
    return [board.worst === null ? "" : t(GRADE_NAMES[board.worst]), String(Math.round(board.lost))];
  });
  return [row.pupil, ...cells, String(row.played), String(row.mistakes), String(Math.round(row.lost)), ""];
}

/** A cell by RFC 4180; what a spreadsheet would take for a formula is marked as text. */
function csvCell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
