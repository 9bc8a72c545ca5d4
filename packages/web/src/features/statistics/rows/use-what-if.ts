import { useState } from 'react'
import { type Assumed, type Assumptions, assumed } from './what-if.ts'

const NONE: Assumptions = new Map()

/** Assumptions about the rows of a figure, in memory only. */
export function useWhatIf() {
  const [isOn, setOn] = useState(false)
  const [all, setAll] = useState(NONE)
  const [round, setRound] = useState(0)
  return {
    isOn,
    /** Undefined while 假设测算 is off. */
    assumptions: isOn ? all : undefined,
    /** Changes when the inputs must reset. */
    round,
    toggle: () => setOn(!isOn),
    assume: (id: number, next: Assumed) => setAll((before) => assumed(before, id, next)),
    restore() {
      setAll(NONE)
      setRound(round + 1)
    },
  }
}

export type WhatIf = ReturnType<typeof useWhatIf>
