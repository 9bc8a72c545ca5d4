import { ParquetArchive, type Portion, parquetFile, type TableFile } from './parquet.ts'

/** A file, a portion of an archive, its end, or without texts its abandonment. */
export type ParquetTask =
  | { file: TableFile }
  | ({ id: string } & ({ portion: Portion } | { texts?: Readonly<Record<string, string>> }))

/** Archives that are not finished. They live as long as their thread. */
const archives = new Map<string, ParquetArchive>()

/** Writes a file or a step of an archive. A portion has no bytes yet. */
export async function answerParquet(task: ParquetTask): Promise<Uint8Array> {
  if ('file' in task) return parquetFile(task.file)
  const archive = archives.get(task.id) ?? new ParquetArchive()
  if ('portion' in task) {
    archives.set(task.id, archive)
    await archive.add(task.portion)
    return new Uint8Array()
  }
  archives.delete(task.id)
  return task.texts ? archive.end(task.texts) : new Uint8Array()
}
