import { defineHandlers } from '../contract/types.ts'
import { rules, rulesCsv } from '../domain/rules/book.ts'

export const ruleHandlers = defineHandlers({
  async listRules() {
    return [...rules]
  },

  async downloadRules() {
    return {
      fileName: '规则手册.csv',
      contentType: 'text/csv; charset=utf-8',
      content: Buffer.from(rulesCsv()),
    }
  },
})
