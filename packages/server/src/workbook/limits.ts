const MB = 1024 * 1024

/** Limits of an uploaded workbook; sizes in bytes. */
export const limits = {
  fileBytes: 100 * MB,
  entries: 2_000,
  inflatedBytes: 1024 * MB,
  /** Ratio of inflated to compressed size. Real workbooks of 100,000 rows stay below 20. */
  ratio: 100,
  /** The ratio is not checked for parts below this size. */
  ratioFromBytes: 1 * MB,
  /** Parts that are read whole: the content types and the relationships. */
  structureBytes: 1 * MB,
  stylesBytes: 16 * MB,
  sharedStringsBytes: 256 * MB,
  rows: 200_000,
  columns: 100,
  /** Memory of the reading thread in megabytes. */
  workerMegabytes: 1_024,
  /** Running time of the thread in milliseconds, without the time of its consumer. */
  workerMs: 180_000,
} as const

/** Media type of a workbook. */
export const ZIP = 'application/zip'
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
