import { fileSize } from '../../lib/figures.ts'

const KINDS = ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'jpg', 'jpeg', 'png', 'zip']
const LARGEST_MB = 50

/** `accept` value of the file picker. */
export const ACCEPTED = KINDS.map((kind) => `.${kind}`).join(',')

/** Why a file is refused, or undefined. The server also inspects the content. */
export function refusalOf({ name, size }: { name: string; size: number }): string | undefined {
  const kind = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  if (!name.includes('.') || !KINDS.includes(kind)) return `不支持此类文件，只能上传 ${KINDS.join('、')} 文件`
  if (size === 0) return '文件为空'
  if (size > LARGEST_MB * 1024 ** 2) return `文件大小为 ${fileSize(size)}，不能超过 ${LARGEST_MB} MB`
  return undefined
}
