import { strToU8, zipSync } from 'fflate'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number]
export type ColumnKind = 'text' | 'decimal' | 'double' | 'integer' | 'date' | 'boolean'

export interface ParquetColumn {
  name: string
  kind: ColumnKind
}

/** Decimals are exact: whole numbers of 0.0001. */
const TYPES: Readonly<Record<ColumnKind, Partial<SchemaElement>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  decimal: { type: 'INT64', converted_type: 'DECIMAL', precision: 18, scale: 4 },
  double: { type: 'DOUBLE' },
  integer: { type: 'INT64' },
  date: { type: 'INT32', converted_type: 'DATE' },
  boolean: { type: 'BOOLEAN' },
}

type Row = Readonly<Record<string, unknown>>

function cellOf(value: unknown, kind: ColumnKind): unknown {
  if (value === null || value === undefined) return null
  if (kind === 'date') return new Date(`${String(value)}T00:00:00Z`)
  return kind === 'integer' ? BigInt(Number(value)) : value
}

/** Key of the file's metadata. */
const METADATA = 'xinchu'

/** A Parquet file that is written a portion of rows at a time. */
class ParquetFile {
  readonly #columns: readonly ParquetColumn[]
  readonly #bytes = new ByteWriter()
  readonly #writer: ParquetWriter

  /** @param about JSON text that says what the rows are */
  constructor(columns: readonly ParquetColumn[], about?: string) {
    this.#columns = columns
    const schema: SchemaElement[] = [
      { name: 'root', num_children: columns.length },
      ...columns.map(({ name, kind }) => ({ name, repetition_type: 'OPTIONAL' as const, ...TYPES[kind] })),
    ]
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      schema,
      ...(about === undefined ? {} : { kvMetadata: [{ key: METADATA, value: about }] }),
    })
  }

  async add(rows: readonly Row[]): Promise<void> {
    if (rows.length === 0) return
    const columnData = this.#columns.map(({ name, kind }) => ({
      name,
      data: rows.map((row) => cellOf(row[name], kind)),
    }))
    await this.#writer.write({ columnData })
  }

  async end(): Promise<Uint8Array> {
    await this.#writer.finish()
    return this.#bytes.getBytes()
  }
}

/** A portion of a file: its rows as JSON text. Columns stand with the first portion. */
export interface Portion {
  file: string
  columns: readonly ParquetColumn[]
  json: string
}

// The earliest moment that an archive can state, so that the same rows give the same bytes.
const NO_TIME = new Date(1980, 0, 1)

/** A table with what it is. */
export interface TableFile extends Omit<Portion, 'file'> {
  /** JSON text for the file's metadata. */
  about: string
}

/** A table as one Parquet file. */
export async function parquetFile({ columns, json, about }: TableFile): Promise<Uint8Array> {
  const file = new ParquetFile(columns, about)
  await file.add(JSON.parse(json))
  return file.end()
}

/** An archive of Parquet files. */
export class ParquetArchive {
  readonly #files = new Map<string, ParquetFile>()

  async add({ file, columns, json }: Portion): Promise<void> {
    const known = this.#files.get(file) ?? new ParquetFile(columns)
    this.#files.set(file, known)
    await known.add(JSON.parse(json))
  }

  async end(texts: Readonly<Record<string, string>>): Promise<Uint8Array> {
    const files: Record<string, Uint8Array> = {}
    for (const [name, file] of [...this.#files].sort(([a], [b]) => (a < b ? -1 : 1)))
      files[`${name}.parquet`] = await file.end()
    for (const [name, text] of Object.entries(texts)) files[name] = strToU8(text)
    // Parquet files are compressed already.
    return zipSync(files, { mtime: NO_TIME, level: 0 })
  }
}
