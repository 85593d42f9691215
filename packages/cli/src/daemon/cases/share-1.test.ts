import { compareCases } from '../../testing/compare-cases.ts'

compareCases(0, 4)
