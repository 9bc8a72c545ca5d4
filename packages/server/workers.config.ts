/** The worker threads of the server: their built names below `dist/workers` and their sources. */
export const workers: Readonly<Record<string, string>> = {
  pglite: 'src/db/embedded/worker.ts',
  'read-body': 'src/contract/body-worker.ts',
  'read-workbook': 'src/workbook/read-worker.ts',
  'check-import': 'src/domain/import/check-worker.ts',
  'write-document': 'src/domain/documents/official/write-worker.ts',
  'write-parquet': 'src/domain/statistics/open-data/parquet-worker.ts',
  'draw-manual': 'src/domain/manual/draw-worker.ts',
  'draw-report': 'src/domain/documents/report/draw-worker.ts',
}
