export const about = () => 'About';
