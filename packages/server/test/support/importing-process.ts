// A process that imports rows under a journal, and may be killed at any time.
import { createClient, importRows, memoryStore } from '@xinchu/sdk'
import { fileJournal, nodeTransport } from '@xinchu/sdk/node'
import { goodRow, provinceRow } from './import-rows.ts'

export interface ImportTask {
  url: string
  token: string
  journal: string
  clientKey: string
  rows: 'county' | 'province'
  first: number
  count: number
  partRows: number
}

const task = JSON.parse(process.argv[2] ?? '') as ImportTask // what the test gives
const tell = (message: object) => process.send?.(message)

const rowOf = task.rows === 'county' ? goodRow : provinceRow

function* rows() {
  for (let serial = task.first; serial < task.first + task.count; serial += 1) yield rowOf(serial)
}

const { imports } = createClient({
  baseUrl: task.url,
  session: memoryStore({ token: task.token, refreshToken: '', randomNumber: undefined }),
  transport: nodeTransport(),
})
const journal = fileJournal(task.journal)
const outcome = await importRows(imports, rows(), {
  clientKey: task.clientKey,
  partRows: task.partRows,
  pollInterval: 200,
  onRows: ({ sent, checked, written }) => tell({ at: 'progress', sent, checked, written }),
  journal: {
    read: journal.read,
    async write(state) {
      tell({ at: 'before-note' })
      await journal.write(state)
      tell({ at: 'after-note' })
    },
  },
})
const { batch, written, writtenBefore } = outcome
tell({ at: 'end', state: batch.state, total: batch.totalRows, written, writtenBefore })
process.disconnect()
