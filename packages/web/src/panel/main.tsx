/** The entry point of the panel: theme, query cache and router. */
import '@mantine/core/styles.layer.css'
import '../kit/kit.css'
import '../kit/frame.css'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { nonce } from '../kit/nonce.ts'
import { theme } from '../kit/theme.ts'
import { ApiFailure } from './api.ts'
import { toQuery } from './filter-query.ts'
import { currentFilters } from './filters.ts'
import { router } from './routes.tsx'
import { applyFilter } from './rows.ts'

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 2_000,
      refetchOnWindowFocus: true,
      // Retry only if the server is unreachable, not if it rejected the request.
      retry: (count, thrown) => thrown instanceof ApiFailure && thrown.status === 0 && count < 3,
    },
  },
})

applyFilter(toQuery(currentFilters()))

// The HTML file has this element.
createRoot(document.getElementById('app') as HTMLElement).render(
  <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </MantineProvider>,
)
