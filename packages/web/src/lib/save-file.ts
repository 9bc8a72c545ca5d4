/** Hands a file to the browser's downloads. */
export function saveFile(blob: Blob, fileName: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = fileName
  link.click()
  // The browser has begun to read by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
