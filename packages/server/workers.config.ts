/** The worker threads of the server: their built names below `dist/workers` and their sources. */
export const workers: Readonly<Record<string, string>> = {
  pglite: 'src/db/embedded/worker.ts',
  'read-workbook': 'src/workbook/read-worker.ts',
  'check-import': 'src/domain/import/check-worker.ts',
  'run-task': 'src/tasks/worker.ts',
}
