import { constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { isDiskFull, StorageFullError } from '../failure.ts'

/** Size of one write-ahead log segment. With less free space the database cannot start. */
const LEAST_FREE_BYTES = 16 * 1024 * 1024

async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

const isWritable = (folder: string): Promise<boolean> =>
  access(folder, constants.W_OK).then(
    () => true,
    () => false,
  )

const messageOf = (error: unknown): string => {
  const { message } = Object(error) as { message?: unknown } // PGlite throws objects that are no Error as well
  return typeof message === 'string' ? message : String(error)
}

const diskFull = (folder: string) =>
  `存储空间不足：数据目录 ${folder} 所在磁盘已满，请清理磁盘或扩容后重新启动`
const notWritable = (folder: string) =>
  `数据目录 ${folder} 不可写，请检查目录权限以及磁盘是否只读，或以 DATA_DIR 指定其他目录`

/** Describes for the operator why the data folder cannot be used; undefined for other errors. */
export function folderProblem(error: unknown, folder: string): string | undefined {
  const { code, syscall } = Object(error) as { code?: unknown; syscall?: unknown } // read defensively
  if (isDiskFull(error)) return diskFull(folder)
  // On a read-only disk Node's recursive mkdir fails with ENOENT.
  const isUnmakeable = code === 'ENOENT' && syscall === 'mkdir'
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM' || isUnmakeable) return notWritable(folder)
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return `数据目录 ${folder} 不是文件夹，请以 DATA_DIR 指定其他目录`
  return undefined
}

/** Describes for the operator why the embedded database could not open its files. The original error is the cause. */
export async function startError(error: unknown, folder: string | undefined): Promise<Error> {
  const original = messageOf(error)
  if (!folder) return new Error(`内嵌数据库无法启动：${original}`, { cause: error })
  if (isDiskFull(error)) return new StorageFullError(diskFull(folder), { cause: error })
  const known = folderProblem(error, folder)
  if (known) return new Error(known, { cause: error })
  if (!(await isWritable(folder))) return new Error(notWritable(folder), { cause: error })
  if ((await freeBytes(folder)) < LEAST_FREE_BYTES)
    return new StorageFullError(diskFull(folder), { cause: error })
  return new Error(
    `数据目录 ${folder} 中的数据库文件已损坏或不完整，无法打开。请保留该目录并恢复备份（数据不会被重新初始化）。原因：${original}`,
    { cause: error },
  )
}
