import { readConfig } from '../../src/config.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import type { DocumentServices } from '../../src/domain/documents/document-services.ts'
import { type WritesDocuments, write } from '../../src/domain/documents/official/write.ts'
import { openStore } from '../../src/domain/files/store/open-store.ts'
import type { Rig } from '../rig.ts'

/** Services that write documents in this process, beside those of the server. */
export function documentServices(
  { db, dataDir }: Rig,
  now: () => Date,
  documents: WritesDocuments = { write },
): DocumentServices {
  const config = { ...readConfig({}), dataDir }
  return {
    ...{ db, config, documents, now, files: openStore(config) },
    transact: (work) => inTransaction(db, work),
  }
}
