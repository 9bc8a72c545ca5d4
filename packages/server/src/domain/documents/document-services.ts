import type { Config } from '../../config.ts'
import type { Caller } from '../caller.ts'
import type { ObjectStore } from '../files/store/object-store.ts'
import { type Issuing, issuePdf, type Subject } from './issue.ts'
import type { OfficialDocument } from './official/model.ts'

/** Services that issue and write documents. */
export interface DocumentServices extends Omit<Issuing, 'address'> {
  config: Config
  files: ObjectStore
}

export const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** Name of a copy's reader for the watermark. */
export const readerName = ({ orgName, realName }: Caller): string => `${orgName} ${realName}`.trim()

/** Issues a document, or writes a draft, and sends it as PDF. */
export async function sendPdf(
  name: string,
  document: OfficialDocument,
  subject: Subject | undefined,
  services: DocumentServices,
) {
  const address = `${services.config.publicUrl}/verify`
  const { bytes } = await issuePdf(document, subject, { ...services, address })
  return { fileName: `${name}.pdf`, contentType: 'application/pdf', content: bytes }
}

export async function sendWord(name: string, document: OfficialDocument, { documents }: DocumentServices) {
  const { bytes } = await documents.write({ form: 'word', document })
  return { fileName: `${name}.docx`, contentType: WORD, content: bytes }
}
