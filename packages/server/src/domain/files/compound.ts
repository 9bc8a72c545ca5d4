import { open } from 'node:fs/promises'

type Handle = Awaited<ReturnType<typeof open>>

const HEADER_BYTES = 512
const LISTED_TABLES = 109
const ENTRY_BYTES = 128
const MOST_SECTORS = 4_096
const LAST_SECTOR = 0xfffffffa

/** Message about a sound file of another kind. */
export const MISMATCH = '文件内容与扩展名不符'

/** Names of storages that contain Visual Basic, lower case. */
const MACROS = new Set(['macros', '_vba_project_cur', '_vba_project', 'vba'])

async function read(file: Handle, at: number, length: number): Promise<Buffer | undefined> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
  return bytesRead === length ? buffer : undefined
}

/** Names of all storages and streams of a compound file (MS-CFB 2.6); undefined if its directory is broken. */
async function namesIn(file: Handle): Promise<string[] | undefined> {
  const header = await read(file, 0, HEADER_BYTES)
  const shift = header?.readUInt16LE(30)
  if (!header || (shift !== 9 && shift !== 12)) return undefined
  const size = 2 ** shift
  const sector = (number: number) => read(file, (number + 1) * size, size)
  const perTable = size / 4
  /** Next sector by the allocation table. Files of 6.8 MB and more need tables beyond the header's 109. */
  async function after(number: number, more: readonly number[]): Promise<number | undefined> {
    const place = Math.floor(number / perTable)
    const table = place < LISTED_TABLES ? header?.readUInt32LE(76 + place * 4) : more[place - LISTED_TABLES]
    const found = table === undefined || table >= LAST_SECTOR ? undefined : await sector(table)
    return found?.readUInt32LE((number % perTable) * 4)
  }
  const more = await furtherTables(header, sector, perTable)
  const names: string[] = []
  let next: number | undefined = header.readUInt32LE(48)
  for (let count = 0; next !== undefined && next < LAST_SECTOR; count += 1) {
    const directory = count < MOST_SECTORS ? await sector(next) : undefined
    if (!directory) return undefined
    for (let at = 0; at < size; at += ENTRY_BYTES) {
      const bytes = directory.readUInt16LE(at + 64)
      if (directory[at + 66] && bytes >= 2 && bytes <= 64)
        names.push(directory.toString('utf16le', at, at + bytes - 2))
    }
    next = await after(next, more)
  }
  return next === undefined ? undefined : names
}

/** Sectors of the allocation table beyond those in the header. */
async function furtherTables(
  header: Buffer,
  sector: (number: number) => Promise<Buffer | undefined>,
  perTable: number,
): Promise<number[]> {
  const tables: number[] = []
  let next = header.readUInt32LE(68)
  for (let count = 0; next < LAST_SECTOR && count < MOST_SECTORS; count += 1) {
    const list = await sector(next)
    if (!list) break
    for (let at = 0; at < perTable - 1; at += 1) tables.push(list.readUInt32LE(at * 4))
    next = list.readUInt32LE((perTable - 1) * 4)
  }
  return tables
}

/**
 * Checks a binary Office document by its directory.
 * @param streams stream names of which such a document has one
 * @returns its fault, if any
 */
export async function checkCompound(path: string, streams: readonly string[]): Promise<string | undefined> {
  const file = await open(path)
  try {
    const names = await namesIn(file)
    if (!names) return '文件已损坏，请重新保存后再上传'
    if (names.includes('EncryptedPackage')) return '文件已加密，请取消密码后上传'
    if (names.some((name) => MACROS.has(name.toLowerCase()))) return '文件含有宏，请另存为不含宏的文件后上传'
    return names.some((name) => streams.includes(name)) ? undefined : MISMATCH
  } finally {
    await file.close()
  }
}
