import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { prepareDatabase } from '@xinchu/sample'
import { readConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/db/open.ts'
import { embeddedTemplate } from '../support/database.ts'
import { buildProcesses } from './build.ts'
import { cheapenPasswords } from './cheap-passwords.ts'
import { withoutSpareLog } from './spare-log.ts'

/** Prepares the embedded database that the test files copy. */
export async function setup(): Promise<void> {
  await buildProcesses()
  const opened = await openDatabase({})
  await prepareDatabase(opened.db, readConfig({}), new Date())
  await cheapenPasswords(opened.db)
  const dump = await opened.dump?.()
  const tar = dump && (await withoutSpareLog(opened.db, dump))
  await opened.close()
  mkdirSync(dirname(embeddedTemplate), { recursive: true })
  if (tar) writeFileSync(embeddedTemplate, tar)
}
