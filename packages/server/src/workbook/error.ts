import { HttpError } from '../errors.ts'

/** A workbook that is refused. The message is for the user. */
export class WorkbookError extends HttpError {
  constructor(message: string) {
    super(422, message, { code: 'W-023' })
    this.name = 'WorkbookError'
  }
}
