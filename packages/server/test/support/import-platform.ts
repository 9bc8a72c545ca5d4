import {
  type ImportRecord,
  type ImportRow,
  importRows,
  type RowsOptions,
  type XinchuClient,
} from '@xinchu/sdk'
import { afterAll, beforeAll, expect } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { goodRow, type ImportCells } from './import-rows.ts'

interface Opened {
  rig: Rig
  enterprise: XinchuClient
}

/** The platform of a file of tests of imports: open from before its first test until after its last. */
export interface ImportPlatform extends Opened {
  /** A row of a project that is like no other. */
  nextRow(more?: ImportCells): ImportCells
  /** Imports rows as a program sends them. */
  imported: (rows: readonly ImportRecord[], options?: RowsOptions) => ReturnType<typeof importRows>
  /** The rows of a batch, in order. */
  rowsIn(batchId: number): Promise<ImportRow[]>
}

/** Opens a platform for the tests of a file. @param first number of its first row, of which it may take a thousand */
export function openImportPlatform(first: number): ImportPlatform {
  let opened: Opened | undefined
  let serial = first
  const open = (): Opened => {
    if (!opened) throw new Error('the platform opens before the first test')
    return opened
  }
  beforeAll(async () => {
    const rig = await startRig()
    opened = { rig, enterprise: await rig.as('enterprise_yc') }
  })
  afterAll(async () => {
    expect(open().rig.offContract).toEqual([])
    await open().rig.close()
  })
  return {
    get rig() {
      return open().rig
    },
    get enterprise() {
      return open().enterprise
    },
    nextRow(more = {}) {
      serial += 1
      return goodRow(serial, more)
    },
    imported: (rows, options = {}) =>
      importRows(open().enterprise.imports, rows, { pollInterval: 20, ...options }),
    async rowsIn(batchId) {
      return (await open().enterprise.imports.list({ batchId, size: 500 })).rows ?? []
    },
  }
}
