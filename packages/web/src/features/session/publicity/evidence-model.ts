import { evidenceFault, isEvidenceName, isEvidenceTooLarge } from '@xinchu/validators'

/** A chosen file, and what it became with the ticket that it was sent with. */
export interface Chosen {
  file: File
  sent?: { id: number; ticket: string }
  /** Why the server refused it. */
  refusal?: string
}

const isSame = (one: File, other: File) =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified

/** Adds files to the chosen ones. @returns them, and why some were left out */
export function withFiles(
  chosen: readonly Chosen[],
  added: readonly File[],
): { chosen: readonly Chosen[]; fault: string | undefined } {
  const fresh = added.filter((file) => !chosen.some((each) => isSame(each.file, file)))
  const wrong = fresh.find((file) => !isEvidenceName(file.name))
  if (wrong) return { chosen, fault: `“${wrong.name}”不是 PDF、JPG 或 PNG 文件` }
  const large = fresh.find(isEvidenceTooLarge)
  if (large) return { chosen, fault: `“${large.name}”超过 10 MB` }
  const all = [...chosen, ...fresh.map((file) => ({ file }))]
  const fault = evidenceFault(all.map(({ file }) => file))
  return fault === undefined ? { chosen: all, fault } : { chosen, fault }
}
