import { stat } from 'node:fs/promises'
import type { CallOptions, FileReply } from '@xinchu/sdk'
import { downloadTo } from '@xinchu/sdk/node'
import { ExitCode } from './exit.ts'
import { type Io, printJson, say } from './io.ts'
import { progressOf } from './progress.ts'

/** The requested file name, or its .zip form if the server sent an archive of workbooks. */
const nameFor = (output: string, fileName = ''): string =>
  fileName.endsWith('.zip') ? output.replace(/\.xlsx$/i, '.zip') : output

interface Place {
  output?: string | undefined
  force?: boolean | undefined
}

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`

/** Says what an interrupted download has left, and how to go on. */
async function tellUnfinished(io: Io, path: string): Promise<void> {
  const part = await stat(`${path}.part`).catch(() => undefined)
  if (part) say(io, `已下载 ${megabytes(part.size)}，存于 ${path}.part；重新执行同一命令即可接续`)
  else say(io, '文件没有下载完，没有留下任何内容；重新执行即可')
}

/**
 * Downloads a file to the requested path, or to the name that the server gives, and returns the path.
 * @param call sends the call with the options it gets
 * @throws EEXIST if the file exists and may not be replaced
 */
export async function save(
  io: Io,
  call: (options: CallOptions) => Promise<FileReply>,
  { output, force = false }: Place,
  otherwise: string,
): Promise<string> {
  const progress = progressOf(io)
  let place = ''
  let isBegun = false
  const target = ({ fileName }: { fileName: string | undefined }) => {
    place = output === undefined ? (fileName ?? otherwise) : nameFor(output, fileName)
    return place
  }
  try {
    const { path } = await downloadTo(target, call, {
      signal: io.signal,
      force,
      onProgress(received, total) {
        isBegun = true
        progress.show('下载', received, total)
      },
    })
    progress.clear()
    return path
  } catch (error) {
    progress.clear()
    if (isBegun) await tellUnfinished(io, place)
    throw error
  }
}

/** Says where a file was saved. */
export function tellSaved(io: Io, path: string, isJson: boolean | undefined): number {
  if (isJson) printJson(io, { file: path })
  else say(io, `已保存：${path}`)
  return ExitCode.ok
}
