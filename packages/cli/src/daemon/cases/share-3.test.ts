import { compareCases } from '../../testing/compare-cases.ts'

compareCases(2, 4)
