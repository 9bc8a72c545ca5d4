import { fileSize } from '../../lib/file-size.ts'

const KINDS = ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'jpg', 'jpeg', 'png', 'zip']
const LARGEST_MB = 50

/** `accept` value of the file picker. */
export const ACCEPTED = KINDS.map((kind) => `.${kind}`).join(',')

/** Returns why a file is refused, or undefined. The server also inspects the content. */
export function refusalOf({ name, size }: { name: string; size: number }): string | undefined {
  const kind = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  if (!name.includes('.') || !KINDS.includes(kind)) return `不支持此类文件，只能上传 ${KINDS.join('、')} 文件`
  if (size === 0) return '文件为空'
  if (size > LARGEST_MB * 1024 ** 2) return `文件大小为 ${fileSize(size)}，不能超过 ${LARGEST_MB} MB`
  return undefined
}

/** Maximum number of files of one record, unless its form sets another. */
export const MOST_FILES = 20

/** Limits of files, shown before the upload. */
export const LIMITS = `支持 pdf、doc、docx、xls、xlsx、jpg、png、zip，单个文件不超过 ${LARGEST_MB} MB`

interface Listed {
  id: number
  fileName: string
  sha256?: string
}

/** Inserts a file before those that were chosen after it. */
export function placed<File extends Listed>(
  files: readonly File[],
  file: File,
  later: ReadonlySet<number>,
): File[] {
  const at = files.findIndex(({ id }) => later.has(id))
  return at < 0 ? [...files, file] : [...files.slice(0, at), file, ...files.slice(at)]
}

/** Message about a file whose content the record already has. A `problem` means that it is not added. */
export function repetitionOf(
  files: readonly Listed[],
  { fileName, sha256 }: Listed,
): { problem: string } | { hint: string } | undefined {
  const equal = files.filter((each) => sha256 !== undefined && each.sha256 === sha256)
  if (equal.some((each) => each.fileName === fileName))
    return { problem: '已有同名且内容相同的文件，未重复添加' }
  return equal[0] && { hint: `已添加，内容与“${equal[0].fileName}”相同，请核对` }
}

/** Gives a pasted picture its own name, because browsers call each of them image.png. */
export function nameOfPasted(name: string, now: Date): string {
  if (!/^image\.\w+$/i.test(name)) return name
  const moment = now.toLocaleString('sv-SE').replace(/\D/g, '')
  return `粘贴的图片-${moment}${name.slice(name.lastIndexOf('.'))}`
}
