/** An operator may limit the time of statements and of waits for locks. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { copyDatabase } from '../support/database.ts'
import { logIn, post } from '../support/http.ts'
import { soundProject } from '../support/projects.ts'
import { startServer } from '../support/server-process.ts'

test.each(['lock_timeout', 'statement_timeout'])(
  'a write that reaches %s is told to come back, and has written nothing',
  async (limit) => {
    const database = await copyDatabase()
    const dataDir = mkdtempSync(join(tmpdir(), 'xinchu-limits-'))
    const url = new URL(database.url)
    url.searchParams.set('options', `-c ${limit}=3000`)
    const server = await startServer({ DATABASE_URL: url.href, DATA_DIR: dataDir, SAMPLE_DATA: 'true' })
    const lock = new pg.Client({ connectionString: database.url })
    await lock.connect()
    try {
      const token = await logIn(server.url, 'enterprise_yc')
      await lock.query('begin; lock table es_project in exclusive mode')
      const draft = soundProject(5, { projectName: '等锁的储能站' })
      const create = () => post(`${server.url}/api/esProject`, token, draft)
      expect(await create()).toMatchObject({
        status: 503,
        retryAfter: '5',
        body: { message: '系统繁忙，请稍后再试' },
      })
      await lock.query('rollback')
      expect((await create()).status).toBe(201)
      const { rows } = await lock.query('select id from es_project where project_name = $1', [
        draft.projectName,
      ])
      expect(rows).toHaveLength(1)
    } finally {
      await lock.end()
      server.kill('SIGTERM')
      await server.ended
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
)
