import type { StoredFile } from '../ui/ports.ts'
import type { Section } from './lines.tsx'

/** Captions of the fields that hold files. */
const FILE_CAPTIONS: Readonly<Record<string, string>> = {
  attachmentIds: '附件',
  photoIds: '现场照片',
  stampedFileId: '盖章扫描件',
  usageReasons: '佐证文件',
  evidence: '异议人提交的证明材料',
  forwardFiles: '转办的证明材料',
  verifyFiles: '核实材料',
}

export interface FileGroup {
  field: string
  caption: string
  files: readonly StoredFile[]
}

/** The files of a record in groups, without fields that hold none. */
export const fileGroupsOf = (files: Readonly<Record<string, readonly StoredFile[]>>): FileGroup[] =>
  Object.entries(files)
    .filter(([, each]) => each.length > 0)
    .map(([field, each]) => ({ field, caption: FILE_CAPTIONS[field] ?? field, files: each }))

/** Caption of a field in a remark: 额定功率, 里程碑 第 3 行，计划日期, or 整件. */
export function captionOf(sections: readonly Section[], field: string | undefined): string {
  if (!field) return '整件'
  const lines = sections.flatMap(({ lines: each }) => each)
  const own = lines.find((each) => each.field === field)
  if (own) return own.caption
  return (
    FILE_CAPTIONS[field] ??
    lines.find((each) => each.field && field.startsWith(`${each.field}.`))?.caption ??
    field
  )
}
