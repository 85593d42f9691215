export const HooksPage = () => <h1>HooksPage</h1>
