import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { badRequest, HttpError } from '../errors.ts'

/** A file that was received whole, on disk under a name of our own. */
export interface Upload {
  fileName: string
  /** Name below the upload folder. */
  storageKey: string
  path: string
  size: number
  sha256: string
  /** The other fields of the form, as text. */
  fields: Readonly<Record<string, string>>
  /** Removes the file again, for a call that fails later. */
  discard(): Promise<void>
}

/** Receives the one file of a form into `folder` while it arrives, and no more than `maxBytes` of it. */
export async function receiveUpload(
  request: FastifyRequest,
  folder: string,
  maxBytes: number,
): Promise<Upload> {
  await mkdir(folder, { recursive: true })
  const fields: Record<string, string> = {}
  let received: Omit<Upload, 'fields'> | undefined
  try {
    for await (const part of request.parts({
      limits: { fileSize: maxBytes, files: 1, fields: 20, fieldSize: 10_000 },
    })) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value)
      else received = await receiveFile(part, folder, maxBytes)
    }
  } catch (error) {
    await received?.discard()
    throw error
  }
  if (!received) throw badRequest('请选择要上传的文件', [{ field: 'file', message: '值不能为空' }])
  return { ...received, fields }
}

interface FilePart {
  file: NodeJS.ReadableStream & { truncated: boolean }
  filename: string
}

async function receiveFile(
  part: FilePart,
  folder: string,
  maxBytes: number,
): Promise<Omit<Upload, 'fields'>> {
  const storageKey = crypto.randomUUID()
  const path = join(folder, storageKey)
  const hash = createHash('sha256')
  let size = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      hash.update(chunk)
      done(null, chunk)
    },
  })
  const discard = () => rm(path, { force: true })
  await pipeline(part.file, measure, createWriteStream(path, { mode: 0o600 }))
  if (part.file.truncated) {
    await discard()
    throw new HttpError(413, `文件超出规定大小：${Math.round(maxBytes / 1024 / 1024)}MB`)
  }
  const fileName = part.filename.split(/[\\/]/).at(-1)?.normalize('NFC').slice(-200) || '未命名'
  return { fileName, storageKey, path, size, sha256: hash.digest('hex'), discard }
}
