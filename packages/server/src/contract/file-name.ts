import { badRequest, type HttpError } from '../errors.ts'

const MOST_CHARACTERS = 200

// Direction overrides can display `exe.fdp` as `pdf.exe`.
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
// U+FFFD replaces bytes that are not UTF-8.
const UNREADABLE = /[\p{Cc}\p{Cs}\u2028\u2029\ufffd]/u

const refused = (message: string): HttpError =>
  badRequest('W-026', `文件：${message}`, [{ field: 'file', message }])

/**
 * Cleans the name of an uploaded file: removes folders and surrounding blanks.
 * @throws HttpError 400 if it is missing, too long or contains disallowed characters
 */
export function fileNameOf(given: string): string {
  const name = given.split(/[\\/]/).at(-1)?.trim().normalize('NFC') ?? ''
  if (name === '') throw refused('文件名不能为空')
  if (UNREADABLE.test(name) || DIRECTION.test(name)) throw refused('文件名含有不可见的控制字符，请改名后上传')
  if (name.startsWith('.') || name.endsWith('.')) throw refused('文件名不能以“.”开头或结尾')
  if ([...name].length > MOST_CHARACTERS) throw refused(`文件名过长，至多${MOST_CHARACTERS}个字符`)
  return name
}
