/** A substitute for the browser's XMLHttpRequest in uploads, based on fetch. */
export class UploadingRequest extends EventTarget {
  upload = new EventTarget()
  status = 0
  statusText = ''
  response: Blob | undefined
  responseType = ''
  #method = ''
  #url = ''
  #headers = new Headers()
  #received = new Headers()
  #isAborted = false

  open(method: string, url: string) {
    this.#method = method
    this.#url = url
  }

  setRequestHeader(name: string, value: string) {
    this.#headers.set(name, value)
  }

  getAllResponseHeaders() {
    return [...this.#received].map(([name, value]) => `${name}: ${value}\r\n`).join('')
  }

  abort() {
    this.#isAborted = true
    this.dispatchEvent(new Event('abort'))
  }

  async send() {
    for (const loaded of [1, 3]) {
      this.upload.dispatchEvent(
        Object.assign(new Event('progress'), { loaded, total: 3, lengthComputable: true }),
      )
    }
    if (this.#isAborted) return
    const reply = await fetch(this.#url, { method: this.#method, headers: this.#headers })
    this.status = reply.status
    this.#received = reply.headers
    this.response = await reply.blob()
    this.dispatchEvent(new Event('load'))
    this.dispatchEvent(new Event('loadend'))
  }
}
