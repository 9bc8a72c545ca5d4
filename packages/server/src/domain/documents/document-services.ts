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

/** Services that issue documents, with the address at which they are verified. */
export const issuing = (services: DocumentServices): Issuing => ({
  ...services,
  address: `${services.config.publicUrl}/verify`,
})

export const pdfFile = (name: string, content: Uint8Array) => ({
  fileName: `${name}.pdf`,
  contentType: 'application/pdf',
  content,
})

/** Issues a document, or writes a draft, and sends it as PDF. */
export async function sendPdf(
  name: string,
  document: OfficialDocument,
  subject: Subject | undefined,
  services: DocumentServices,
) {
  const { bytes } = await issuePdf(document, subject, issuing(services))
  return pdfFile(name, bytes)
}

export async function sendWord(name: string, document: OfficialDocument, { documents }: DocumentServices) {
  const { bytes } = await documents.write({ form: 'word', document })
  return { fileName: `${name}.docx`, contentType: WORD, content: bytes }
}
