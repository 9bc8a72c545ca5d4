import type { StoredFile } from '../../ui/ports.ts'
import type { HistoryStep } from '../../ui/record/flow-history.tsx'
import type { Content } from './content-query.ts'

/** Captions of the fields that hold files. */
export const FILE_CAPTIONS: Readonly<Record<string, string>> = {
  attachmentIds: '附件',
  photoIds: '现场照片',
  stampedFileId: '盖章扫描件',
  usageReasons: '佐证文件',
}

/** Returns the part of the content that holds history and attachments. */
function recordOf(content: Content) {
  switch (content.kind) {
    case 'PROJECT':
      return content.project
    case 'DEMO':
    case 'PROV_DEMO':
      return content.demo
    case 'ITEM':
      return content.item
    default:
      return content.report
  }
}

/** The files of a record, by the field that holds them. */
function filesByField(content: Content): Readonly<Record<string, readonly StoredFile[]>> {
  if (content.kind === 'PROGRESS') return { photoIds: content.report.photos ?? [] }
  if (content.kind === 'ANNUAL') {
    const { stampedFile, usageFiles = [] } = content.report
    return { stampedFileId: stampedFile ? [stampedFile] : [], usageReasons: usageFiles }
  }
  if (content.kind === 'WORK_REPORT') {
    const { stampedFile } = content.report
    return { stampedFileId: stampedFile ? [stampedFile] : [] }
  }
  const record = recordOf(content)
  return { attachmentIds: ('attachments' in record && record.attachments) || [] }
}

/** The files of a record by field, without fields that hold none. */
export const fileGroupsOf = (content: Content | null | undefined) =>
  Object.entries(content ? filesByField(content) : {})
    .filter(([, files]) => files.length > 0)
    .map(([field, files]) => ({ field, caption: FILE_CAPTIONS[field] ?? field, files }))

export const filesOf = (content: Content | null | undefined): readonly StoredFile[] =>
  fileGroupsOf(content).flatMap(({ files }) => files)

export const historyOf = (content: Content | null | undefined): readonly HistoryStep[] =>
  (content && recordOf(content).flow?.history) ?? []
