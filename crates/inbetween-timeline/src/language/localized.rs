//! Names that AE translates: parameters of the expression controls and a layer's groups.
//!
//! A project made in a translated AE carries, and its expressions use, names such as `Curseur`. They resolve for
//! the control they belong to; the English name resolves in such a file too (AE itself takes the English default).

/// English name, then its translations (German, French, Spanish, Italian, Portuguese, Russian, Japanese, Korean,
/// Chinese simplified and traditional; several where versions of AE differ).
const NAMES: &[(&str, &[&str])] = &[
    (
        "Slider",
        &[
            "Schieberegler",
            "Curseur",
            "Glissière",
            "Control deslizante",
            "Deslizador",
            "Cursore",
            "Dispositivo di scorrimento",
            "Controle deslizante",
            "Deslizante",
            "Ползунок",
            "Слайдер",
            "スライダー",
            "スライダ",
            "슬라이더",
            "滑块",
            "滑桿",
            "滑塊",
        ],
    ),
    ("Angle", &["Winkel", "Ángulo", "Angolo", "Ângulo", "Угол", "角度", "각도"]),
    (
        "Checkbox",
        &[
            "Kontrollkästchen",
            "Case",
            "Case à cocher",
            "Casilla",
            "Casilla de verificación",
            "Casella di controllo",
            "Caixa de seleção",
            "Флажок",
            "チェックボックス",
            "확인란",
            "체크 상자",
            "复选框",
            "核取方塊",
        ],
    ),
    ("Color", &["Farbe", "Couleur", "Colore", "Cor", "Цвет", "カラー", "색상", "颜色", "顏色"]),
    ("Point", &["Punkt", "Punto", "Ponto", "Точка", "ポイント", "점", "포인트", "点", "點"]),
    (
        "3D Point",
        &[
            "3D-Punkt",
            "Point 3D",
            "Punto 3D",
            "Ponto 3D",
            "3D-точка",
            "Точка 3D",
            "3D ポイント",
            "3Dポイント",
            "3D 점",
            "3D 포인트",
            "3D 点",
            "3D 點",
        ],
    ),
    (
        "Layer",
        &["Ebene", "Calque", "Capa", "Livello", "Camada", "Слой", "レイヤー", "레이어", "图层", "圖層"],
    ),
    ("Menu", &["Menü", "Menú", "Меню", "メニュー", "메뉴", "菜单", "選單", "功能表"]),
    (
        "Transform",
        &[
            "Transformieren",
            "Transformation",
            "Transformer",
            "Transformar",
            "Trasforma",
            "Трансформация",
            "Преобразование",
            "トランスフォーム",
            "변형",
            "变换",
            "變形",
        ],
    ),
    (
        "Effects",
        &["Effekte", "Effets", "Efectos", "Effetti", "Efeitos", "Эффекты", "エフェクト", "효과", "效果"],
    ),
    (
        "Contents",
        &[
            "Inhalt",
            "Inhalte",
            "Contenu",
            "Contenido",
            "Contenuto",
            "Conteúdo",
            "Содержание",
            "Содержимое",
            "コンテンツ",
            "내용",
            "콘텐츠",
            "内容",
            "內容",
        ],
    ),
    ("Masks", &["Masken", "Masques", "Máscaras", "Maschere", "Маски", "マスク", "마스크", "蒙版", "遮罩"]),
    ("Text", &["Texte", "Texto", "Testo", "Текст", "テキスト", "텍스트", "文本", "文字"]),
    ("Path", &["Pfad", "Tracé", "Trazado", "Tracciato", "Caminho", "Контур", "パス", "패스", "路径", "路徑"]),
    ("Position", &["Posición", "Posizione", "Posição", "Положение", "Позиция", "位置", "위치"]),
    ("Scale", &["Skalierung", "Échelle", "Escala", "Scala", "Масштаб", "スケール", "비율", "缩放", "縮放"]),
    (
        "Rotation",
        &[
            "Drehung",
            "Rotación",
            "Rotazione",
            "Rotação",
            "Поворот",
            "Вращение",
            "回転",
            "회전",
            "旋转",
            "旋轉",
        ],
    ),
    (
        "Opacity",
        &[
            "Deckkraft",
            "Opacité",
            "Opacidad",
            "Opacità",
            "Opacidade",
            "Непрозрачность",
            "不透明度",
            "불투명도",
        ],
    ),
    (
        "Anchor Point",
        &[
            "Ankerpunkt",
            "Point d’ancrage",
            "Point d'ancrage",
            "Punto de anclaje",
            "Punto di ancoraggio",
            "Ponto de ancoragem",
            "Опорная точка",
            "アンカーポイント",
            "기준점",
            "锚点",
            "錨點",
        ],
    ),
    (
        "Source Text",
        &[
            "Quelltext",
            "Texte source",
            "Texto de origen",
            "Testo sorgente",
            "Texto de origem",
            "Исходный текст",
            "ソーステキスト",
            "소스 텍스트",
            "源文本",
            "來源文字",
        ],
    ),
    (
        "Time Remap",
        &[
            "Zeitverzerrung",
            "Remappage temporel",
            "Reasignación de tiempo",
            "Modifica tempo",
            "Remapeamento de tempo",
            "タイムリマップ",
            "시간 다시 매핑",
            "时间重映射",
            "時間重新對應",
        ],
    ),
];

/// AE's English name of a name in any of its languages, English included.
pub(crate) fn english(name: &str) -> Option<&'static str> {
    NAMES
        .iter()
        .find(|(english, others)| *english == name || others.contains(&name))
        .map(|(english, _)| *english)
}

/// The English name of a control's parameter by its match name.
pub(super) fn parameter(match_name: &str) -> Option<&'static str> {
    Some(match match_name {
        "ADBE Slider Control-0001" => "Slider",
        "ADBE Angle Control-0001" => "Angle",
        "ADBE Checkbox Control-0001" => "Checkbox",
        "ADBE Color Control-0001" => "Color",
        "ADBE Point Control-0001" => "Point",
        "ADBE Point3D Control-0001" => "3D Point",
        "ADBE Layer Control-0001" => "Layer",
        "ADBE Dropdown Control-0001" => "Menu",
        _ => return None,
    })
}

/// The English name of a layer's group or well-known property by its match name.
pub(super) fn group(match_name: &str) -> Option<&'static str> {
    Some(match match_name {
        "ADBE Transform Group" | "ADBE Vector Transform Group" => "Transform",
        "ADBE Effect Parade" => "Effects",
        "ADBE Root Vectors Group" | "ADBE Vectors Group" => "Contents",
        "ADBE Mask Parade" => "Masks",
        "ADBE Text Properties" => "Text",
        "ADBE Vector Shape" => "Path",
        "ADBE Position" | "ADBE Vector Position" => "Position",
        "ADBE Scale" | "ADBE Vector Scale" => "Scale",
        "ADBE Rotate Z" | "ADBE Vector Rotation" => "Rotation",
        "ADBE Opacity" | "ADBE Vector Group Opacity" => "Opacity",
        "ADBE Anchor Point" | "ADBE Vector Anchor" => "Anchor Point",
        "ADBE Text Document" => "Source Text",
        "ADBE Time Remapping" => "Time Remap",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_answer_in_many_languages() {
        for name in [
            "Curseur",
            "Schieberegler",
            "Cursore",
            "Control deslizante",
            "スライダー",
            "슬라이더",
            "滑块",
            "Ползунок",
        ] {
            assert_eq!(english(name), Some("Slider"), "{name}");
        }
    }

    #[test]
    fn no_name_belongs_to_two() {
        let mut all: Vec<&str> =
            NAMES.iter().flat_map(|(english, others)| others.iter().copied().chain([*english])).collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn every_parameter_name_is_translated() {
        for control in ["Slider", "Angle", "Checkbox", "Color", "Point", "Point3D", "Layer", "Dropdown"] {
            let name = parameter(&format!("ADBE {control} Control-0001")).unwrap();
            assert_eq!(english(name), Some(name));
        }
    }
}
