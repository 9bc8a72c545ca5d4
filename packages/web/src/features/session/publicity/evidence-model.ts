const MEGABYTE = 1024 * 1024
export const MOST_FILES = 9
const MOST_BYTES = 10 * MEGABYTE
const MOST_IN_ALL = 50 * MEGABYTE
export const ACCEPTED = '.pdf,.jpg,.jpeg,.png'

/** A chosen file, and what it became with the ticket that it was sent with. */
export interface Chosen {
  file: File
  sent?: { id: number; ticket: string }
  /** Why the server refused it. */
  refusal?: string
}

const isKind = ({ name }: File) => /\.(?:pdf|jpe?g|png)$/i.test(name)

const isSame = (one: File, other: File) =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified

/** Adds files to the chosen ones. @returns them, and why some were left out */
export function withFiles(
  chosen: readonly Chosen[],
  added: readonly File[],
): { chosen: readonly Chosen[]; fault: string | undefined } {
  const fresh = added.filter((file) => !chosen.some((each) => isSame(each.file, file)))
  const wrong = fresh.find((file) => !isKind(file))
  if (wrong) return { chosen, fault: `“${wrong.name}”不是 PDF、JPG 或 PNG 文件` }
  const large = fresh.find(({ size }) => size > MOST_BYTES)
  if (large) return { chosen, fault: `“${large.name}”超过 10 MB` }
  const all = [...chosen, ...fresh.map((file) => ({ file }))]
  if (all.length > MOST_FILES) return { chosen, fault: `至多 ${MOST_FILES} 份` }
  const bytes = all.reduce((sum, { file }) => sum + file.size, 0)
  return bytes > MOST_IN_ALL ? { chosen, fault: '合计至多 50 MB' } : { chosen: all, fault: undefined }
}
