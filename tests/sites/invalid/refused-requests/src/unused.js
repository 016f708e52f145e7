export const unused = () => fetch('https://unused.example');
