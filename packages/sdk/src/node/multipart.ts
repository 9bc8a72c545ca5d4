import { randomBytes } from 'node:crypto'

// Escaping of form names per the HTML standard, so that a name cannot break out of its header.
const escaped = (name: string) => name.replace(/\r\n?|\n/g, '%0D%0A').replace(/"/g, '%22')

/** Encodes a form as one Blob of known size. Its files are referenced, not read. */
export function multipartOf(form: FormData): Blob {
  const boundary = `----xinchu-${randomBytes(16).toString('hex')}`
  const parts: BlobPart[] = []
  for (const [name, value] of form) {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(name)}"`
    if (typeof value === 'string') {
      parts.push(`${head}\r\n\r\n${value.replace(/\r\n?|\n/g, '\r\n')}\r\n`)
    } else {
      const type = value.type || 'application/octet-stream'
      parts.push(`${head}; filename="${escaped(value.name)}"\r\nContent-Type: ${type}\r\n\r\n`, value, '\r\n')
    }
  }
  parts.push(`--${boundary}--\r\n`)
  return new Blob(parts, { type: `multipart/form-data; boundary=${boundary}` })
}
