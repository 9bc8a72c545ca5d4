import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../src/db/open.ts'
import { startProblem } from '../../src/runtime/start-problem.ts'
import { fillFolder, embeddedTemplate as template } from '../support/database.ts'
import { mountSmallDisk } from '../support/small-disk.ts'

let sound: string
const made: string[] = []
const folderOf = () => {
  const folder = mkdtempSync(join(tmpdir(), 'xinchu-start-'))
  made.push(folder)
  return folder
}
beforeAll(async () => {
  sound = folderOf()
  await fillFolder(sound)
})
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true })
})

/** The words that the operator reads when the database in this folder does not open. */
async function wordsOf(dataDir: string): Promise<string> {
  const opened = await openDatabase({ dataDir, template }).catch((error: unknown) => startProblem(error))
  if (typeof opened === 'string') return opened
  await opened.close()
  throw new Error('the database opened')
}

const copy = () => {
  const folder = folderOf()
  cpSync(sound, folder, { recursive: true })
  return folder
}

test.each([
  [
    'a control file that is cut off',
    (folder: string) => truncateSync(join(folder, 'pgdata/global/pg_control'), 10),
    '数据库文件已损坏或不完整',
  ],
  [
    'a lost write-ahead log',
    (folder: string) => {
      rmSync(join(folder, 'pgdata/pg_wal'), { recursive: true })
      mkdirSync(join(folder, 'pgdata/pg_wal'))
    },
    '数据库文件已损坏或不完整',
  ],
  ['lost files', (folder: string) => rmSync(join(folder, 'pgdata'), { recursive: true }), '数据库文件缺失'],
])('says what is wrong with %s, and leaves it as it is', async (_what, damage, words) => {
  const folder = copy()
  damage(folder)
  const hadControl = existsSync(join(folder, 'pgdata/global/pg_control'))
  expect(await wordsOf(folder)).toContain(words)
  expect(existsSync(join(folder, 'pgdata/global/pg_control'))).toBe(hadControl)
  expect(existsSync(join(folder, 'server.sock'))).toBe(false)
})

test('says that the disk is full', async () => {
  const disk = mountSmallDisk(60)
  try {
    disk.fill()
    expect(await wordsOf(join(disk.folder, 'data'))).toContain('存储空间不足')
  } finally {
    disk.remove()
  }
})

test('says that the folder is read-only', async () => {
  const disk = mountSmallDisk(4)
  try {
    execFileSync('mount', ['-o', 'remount,ro', disk.folder])
    expect(await wordsOf(join(disk.folder, 'data'))).toContain('不可写')
  } finally {
    disk.remove()
  }
})

test('says that the data folder is a file', async () => {
  const file = join(folderOf(), 'data')
  writeFileSync(file, '')
  expect(await wordsOf(file)).toContain('不是文件夹')
  expect(statSync(file).isFile()).toBe(true)
})

test('says that a PostgreSQL cannot be reached', async () => {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  const port = typeof address === 'object' ? address?.port : undefined
  const opening = openDatabase({ databaseUrl: `postgres://nobody@127.0.0.1:${port}/x` })
  await expect(opening.catch((error: unknown) => startProblem(error))).resolves.toContain('无法连接数据库')
})
