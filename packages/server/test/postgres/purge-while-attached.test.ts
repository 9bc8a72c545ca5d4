import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import { purgeDrafts } from '../../src/domain/deleted-drafts/purge.ts'
import { projectBin } from '../../src/domain/es-project/bin.ts'
import { areOwnFiles } from '../../src/domain/files/own.ts'
import { type Rig, startRig } from '../rig.ts'
import { loadCaller } from '../support/caller.ts'
import { waitsForLock } from '../support/lock-waits.ts'
import { soundProject } from '../support/projects.ts'
import { smallPdf } from '../support/small-pdf.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

test('a file that a project takes while its former draft is being removed stays', async () => {
  const { files, projects } = await rig.sameAs('enterprise_yc')
  const pdf = new File([smallPdf('共用')], '备案证.pdf', { type: 'application/pdf' })
  const file = await files.upload({ file: pdf, bizType: 'PROJECT_RECORD' })
  const draftOf = (serial: number, attachmentIds: number[]) =>
    projects.create(soundProject(serial, { projectName: `盐池县同附件${serial}号储能`, attachmentIds }))
  const [gone, kept] = [await draftOf(80, [file.id]), await draftOf(81, [])]
  await projects.delete([gone.id])
  const user = await loadCaller(rig.db, 'enterprise_yc')
  const later = new Date(Date.now() + 31 * 86_400_000)
  const attached = await inTransaction(rig.db, async (trx) => {
    expect(await areOwnFiles(trx, [file.id], user)).toBe(true)
    await sql`update es_project set attachment_ids = array[${file.id}]::bigint[] where id = ${kept.id}`.execute(
      trx,
    )
    const purged = purgeDrafts([projectBin], (work) => inTransaction(rig.db, work), { now: later })
    await expect.poll(() => waitsForLock(rig.db)).toBe(true)
    return { purged }
  })
  await attached.purged
  await expect(files.download(file.id)).resolves.toMatchObject({ fileName: '备案证.pdf' })
})
