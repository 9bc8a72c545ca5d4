import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { messages } from '@xinchu/validators'
import type { FastifyRequest } from 'fastify'
import type { Upload } from '../domain/files/upload.ts'
import { badRequest } from '../errors.ts'
import { fileNameOf } from './file-name.ts'
import { Progress, refusalOf, takeRest, tooLarge } from './upload-failure.ts'

interface Limits {
  maxBytes: number
  /** An upload fails with 408 if less than a few kilobytes arrive in this time. */
  idleMs?: number
}

const IDLE_MS = 30_000
// Allowance for boundaries, headers and fields of a form.
const FORM_BYTES = 256 * 1024

/**
 * Streams the file of a form into `folder`. A failure leaves no file behind, and a connection
 * that can be used again or is closed.
 * @throws HttpError 400, 408, 413, 507
 */
export async function receiveUpload(
  request: FastifyRequest,
  folder: string,
  { maxBytes, idleMs = IDLE_MS }: Limits,
): Promise<Upload> {
  const progress = new Progress(request.raw, idleMs)
  try {
    if (Number(request.headers['content-length']) > maxBytes + FORM_BYTES) throw tooLarge(maxBytes)
    await mkdir(folder, { recursive: true })
    return await Promise.race([receiveForm(request, folder, maxBytes, progress.signal), progress.stalled])
  } catch (error) {
    takeRest(request.raw, progress.signal.aborted)
    throw refusalOf(error)
  } finally {
    progress.end()
  }
}

async function receiveForm(
  request: FastifyRequest,
  folder: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Upload> {
  const fields: Record<string, string> = {}
  let received: Omit<Upload, 'fields'> | undefined
  try {
    for await (const part of request.parts({
      limits: { fileSize: maxBytes, files: 1, fields: 20, fieldSize: 160_000 },
    })) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value)
      else received = await receiveFile(part, { folder, maxBytes, signal })
    }
    signal.throwIfAborted()
  } catch (error) {
    await received?.discard()
    throw error
  }
  if (!received)
    throw badRequest('F-001', '请选择要上传的文件', [{ field: 'file', message: messages.nonEmpty }])
  return { ...received, fields }
}

interface FilePart {
  file: NodeJS.ReadableStream & { truncated: boolean }
  filename: string
}

async function receiveFile(
  part: FilePart,
  { folder, maxBytes, signal }: { folder: string; maxBytes: number; signal: AbortSignal },
): Promise<Omit<Upload, 'fields'>> {
  const fileName = fileNameOf(part.filename)
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
  try {
    await pipeline(part.file, measure, createWriteStream(path, { mode: 0o600 }), { signal })
    if (part.file.truncated) throw tooLarge(maxBytes)
  } catch (error) {
    // A leftover file is swept later. The original failure is reported.
    await discard().catch(() => undefined)
    throw error
  }
  return { fileName, storageKey, path, size, sha256: hash.digest('hex'), discard }
}
