import { compareCases } from '../../testing/compare-cases.ts'

compareCases(1, 4)
