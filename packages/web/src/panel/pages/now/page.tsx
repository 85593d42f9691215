export const NowPage = () => <h1>NowPage</h1>
