const MB = 1024 * 1024

/** What an uploaded workbook may be at most; sizes in bytes. */
export const limits = {
  fileBytes: 100 * MB,
  entries: 2_000,
  inflatedBytes: 1024 * MB,
  /** Inflated to packed size; honest workbooks of 100,000 rows stay below 20. */
  ratio: 100,
  /** Parts below this size may be packed as tightly as they like. */
  ratioFromBytes: 1 * MB,
  /** Parts that are read whole: the table of contents and the relations between parts. */
  structureBytes: 1 * MB,
  stylesBytes: 16 * MB,
  sharedStringsBytes: 256 * MB,
  /** Bytes between two tags: one cell holds 32,767 characters. */
  textBytes: 1 * MB,
  rows: 200_000,
  columns: 100,
  /** Memory of the thread that reads, in megabytes. */
  workerMegabytes: 1_024,
  /** Time in milliseconds that the thread may take, not counting what its consumer takes. */
  workerMs: 180_000,
} as const

/** The media type of a workbook. */
export const ZIP = 'application/zip'
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
