import { isRecord, readStored, writeStored } from './stored.ts'

/** An upload in parts that was paused or interrupted. The browser keeps its id, not the file. */
export interface Unfinished {
  id: number
  name: string
  size: number
  /** Time of the file's last modification, ms. */
  modified: number
  /** Progress from 0 to 1. */
  part: number
  bizType: string
  /** The record that the file is attached to. */
  bizId?: number | undefined
  /** Start time of the upload, ms. */
  begun: number
}

/** The platform keeps parts for a day. */
const KEPT_MS = 24 * 3_600_000

/** Smaller files are sent in one piece, which cannot be paused. */
export const PARTED_BYTES = 8 * 1024 * 1024

const keyOf = (userKey: string) => `xinchu_uploads_${userKey}`

const isUnfinished = (value: unknown): value is Unfinished =>
  isRecord(value) &&
  typeof value['name'] === 'string' &&
  typeof value['bizType'] === 'string' &&
  ['id', 'size', 'modified', 'part', 'begun'].every((name) => typeof value[name] === 'number')

/** The user's unfinished uploads in this browser. */
export function unfinishedUploads(userKey: string): readonly Unfinished[] {
  const stored = readStored(keyOf(userKey))
  const now = Date.now()
  return Array.isArray(stored)
    ? stored.filter(isUnfinished).filter(({ begun }) => begun > now - KEPT_MS && begun <= now)
    : []
}

/** Stores an upload or its progress. */
export function rememberUpload(userKey: string, upload: Unfinished): void {
  const others = unfinishedUploads(userKey).filter(({ id }) => id !== upload.id)
  writeStored(keyOf(userKey), [...others, upload])
}

export function forgetUpload(userKey: string, id: number): void {
  const left = unfinishedUploads(userKey).filter((upload) => upload.id !== id)
  writeStored(keyOf(userKey), left.length > 0 ? left : undefined)
}

/** Compares a chosen file with that of an unfinished upload by name, size and modification time. */
export const isSameFile = ({ name, size, modified }: Unfinished, file: File): boolean =>
  name === file.name && size === file.size && modified === file.lastModified
